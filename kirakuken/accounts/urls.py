from django.urls import path

from kirakuken.accounts import views

app_name = "accounts"
urlpatterns = [
    path("", views.you, name="you"),
    path("name/", views.change_name, name="change_name"),
    path("forget/", views.forget, name="forget"),
]
