from django.urls import path

from kirakuken.accounts import move_views, views

app_name = "accounts"
urlpatterns = [
    path("", views.you, name="you"),
    path("name/", views.change_name, name="change_name"),
    path("forget/", views.forget, name="forget"),
    path("move/", move_views.move_seat, name="move_seat"),
    path("move/code/", move_views.move_code, name="move_code"),
    path("move/<str:token>/", move_views.move_here, name="move_here"),
]
