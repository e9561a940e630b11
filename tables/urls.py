from django.urls import path

from tables import look_views, playing_views, talk_views, views

app_name = "tables"
urlpatterns = [
    path("<str:public_id>/", views.table, name="table"),
    path("<str:public_id>/join/", views.join, name="join"),
    path("<str:public_id>/leave/", views.leave, name="leave"),
    path("<str:public_id>/seats/cpu/", views.add_cpu, name="add_cpu"),
    path("<str:public_id>/seats/<int:number>/remove/", views.remove_seat, name="remove_seat"),
    path("<str:public_id>/seats/<int:number>/offer/", views.offer_seat, name="offer_seat"),
    path("<str:public_id>/step-in/", views.step_in, name="step_in"),
    path("<str:public_id>/stop/", views.stop, name="stop"),
    path("<str:public_id>/mark/", views.choose_mark, name="choose_mark"),
    path("<str:public_id>/door/", views.new_link, name="new_link"),
    path("<str:public_id>/start/", views.start, name="start"),
    path("<str:public_id>/nonce/", views.nonce, name="nonce"),
    path("<str:public_id>/say/", talk_views.say, name="say"),
    path("<str:public_id>/hush/", talk_views.hush, name="hush"),
    path("<str:public_id>/again/", views.again, name="again"),
    path("<str:public_id>/qr.svg", views.qr, name="qr"),
    path("<str:public_id>/move/", playing_views.move, name="move"),
    path("<str:public_id>/hurry/", playing_views.hurry, name="hurry"),
    path("<str:public_id>/since/", playing_views.since, name="since"),
    path("<str:public_id>/look/<slug:what>/", look_views.look, name="look"),
]
