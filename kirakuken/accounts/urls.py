from django.urls import path

from kirakuken.accounts import account_views, move_views, views

app_name = "accounts"
urlpatterns = [
    path("", views.you, name="you"),
    path("name/", views.change_name, name="change_name"),
    path("piece/", views.choose_piece, name="choose_piece"),
    path("shown/", views.choose_shown, name="choose_shown"),
    path("forget/", views.forget, name="forget"),
    path("move/", move_views.move_seat, name="move_seat"),
    path("move/code/", move_views.move_code, name="move_code"),
    path("move/<str:token>/", move_views.move_here, name="move_here"),
    path("bring/", account_views.bring, name="bring"),
    path("account/export/", account_views.export, name="export"),
    path("account/export/kirakuken.zip", account_views.export_file, name="export_file"),
    path("account/delete/", account_views.leave, name="leave"),
    path("account/keep/", account_views.stay, name="stay"),
]
