from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0006_handovers'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='cpu_level',
            field=models.CharField(blank=True, max_length=8),
        ),
    ]
