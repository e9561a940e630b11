# Apart from 0005: PostgreSQL changes no table in the transaction that has just written into it.

from django.db import migrations, models

import kirakuken.lib.ids


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0005_accounts'),
    ]

    operations = [
        migrations.AlterField(
            model_name='user',
            name='name_key',
            field=models.CharField(editable=False, max_length=160, unique=True),
        ),
        migrations.AlterField(
            model_name='player',
            name='public_id',
            field=models.CharField(default=kirakuken.lib.ids.new_public_id, editable=False, max_length=22, unique=True),
        ),
    ]
