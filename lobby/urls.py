from django.urls import path, re_path

from kirakuken.lib.languages import set_language
from lobby import finding, ladders, rules_pages, views

app_name = "lobby"

urlpatterns = [
    path("", views.front, name="front"),
    path("tables/", views.listed, name="tables"),
    path("tables/new/", views.open_table, name="open_table"),
    path("try/", views.try_with_cpus, name="try_with_cpus"),
    path("code/", views.find_by_code, name="find_by_code"),
    path("i/<str:token>/", views.invite, name="invite"),
    path("rules/", views.rules_index, name="rules_index"),
    re_path(r"^(?P<language>en|ja)/rules/(?P<game>[a-z-]+)/$", rules_pages.page, name="rules"),
    path("about/", views.about, name="about"),
    path("find/", finding.find, name="find"),
    path("ratings/", ladders.about_ratings, name="ratings"),
    re_path(r"^ladders/(?P<game>[a-z-]+)/$", ladders.ladder, name="ladder"),
    path("people/<str:public_id>/", ladders.profile, name="profile"),
    path("language/", set_language, name="set_language"),
]
