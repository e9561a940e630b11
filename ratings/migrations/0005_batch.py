from django.db import migrations, models
from django.db.models.functions import Cast


def each_by_itself(apps, schema_editor):
    """Which of the older rulings were made in one go is not known."""
    apps.get_model('ratings', 'Ruling').objects.update(batch=Cast('pk', models.CharField()))


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0004_anew'),
    ]

    operations = [
        migrations.AddField(
            model_name='ruling',
            name='batch',
            field=models.CharField(default='', editable=False, max_length=22),
            preserve_default=False,
        ),
        migrations.RunPython(each_by_itself, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name='ruling',
            name='batch',
            field=models.CharField(db_index=True, editable=False, max_length=22),
        ),
    ]
