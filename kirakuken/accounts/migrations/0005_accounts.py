# Written by Django; the two fields that must differ from row to row are filled in between.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models



def fill(apps, schema_editor):
    from kirakuken.accounts.names import name_key
    from kirakuken.lib.ids import new_public_id

    taken = set()
    for user in apps.get_model("accounts", "User").objects.order_by("pk"):
        key = name_key(user.username)
        while key in taken:  # two that look alike are both here already
            key += "*"
        taken.add(key)
        type(user).objects.filter(pk=user.pk).update(name_key=key)
    players = apps.get_model("accounts", "Player")._base_manager
    for pk in players.order_by("pk").values_list("pk", flat=True):
        players.filter(pk=pk).update(public_id=new_public_id())


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_has_hushed'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='leaving_at',
            field=models.DateTimeField(blank=True, db_index=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='user',
            name='name_key',
            field=models.CharField(editable=False, max_length=160, null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='erased_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='is_on_leaderboards',
            field=models.BooleanField(default=True, verbose_name='on leaderboards'),
        ),
        migrations.AddField(
            model_name='player',
            name='is_profile_open',
            field=models.BooleanField(default=True, verbose_name='open profile'),
        ),
        migrations.AddField(
            model_name='player',
            name='mark',
            field=models.CharField(blank=True, choices=[('hat', 'hat'), ('lantern', 'lantern'), ('fan', 'fan'), ('daruma', 'daruma'), ('top', 'top'), ('gourd', 'gourd')], max_length=8, verbose_name='piece'),
        ),
        migrations.AddField(
            model_name='player',
            name='public_id',
            field=models.CharField(editable=False, max_length=22, null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.CreateModel(
            name='TakenName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name_hash', models.CharField(max_length=64, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name='Letter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('to', models.EmailField(max_length=254)),
                ('subject', models.CharField(max_length=200)),
                ('body', models.TextField()),
                ('written_at', models.DateTimeField(auto_now_add=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('not_before', models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Export',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField()),
                ('made_at', models.DateTimeField(null=True)),
                ('file', models.BinaryField(null=True)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='export', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
    ]
