from django.urls import path

from tables import replay_views

app_name = "matches"
urlpatterns = [
    path("m/kirakuken_verify.py", replay_views.verifier, name="verifier"),
    path("m/<str:match_id>/replay", replay_views.replay, name="replay"),
    path("m/<str:match_id>/replay/frame", replay_views.replay_frame, name="replay_frame"),
    path("m/<str:match_id>/fair", replay_views.fair, name="fair"),
    path("m/<str:match_id>/game.json", replay_views.record, name="record"),
    path("log/", replay_views.log, name="log"),
    path("log/log.json", replay_views.log_file, name="log_file"),
    path("you/matches/", replay_views.mine, name="mine"),
]
