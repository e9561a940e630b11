import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_has_hushed'),
        ('tables', '0005_phrases'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='clockbeat',
            options={'verbose_name': 'beat of the clock', 'verbose_name_plural': 'beats of the clock'},
        ),
        migrations.AlterModelOptions(
            name='commitmentlog',
            options={'ordering': ['number'], 'verbose_name': 'commitment in the log', 'verbose_name_plural': 'log of commitments'},
        ),
        migrations.AlterModelOptions(
            name='matchseat',
            options={'ordering': ['number'], 'verbose_name': 'seat in a match', 'verbose_name_plural': 'seats in matches'},
        ),
        migrations.AlterModelOptions(
            name='move',
            options={'ordering': ['number'], 'verbose_name': 'move', 'verbose_name_plural': 'moves'},
        ),
        migrations.AlterField(
            model_name='clockbeat',
            name='at',
            field=models.DateTimeField(verbose_name='time'),
        ),
        migrations.AlterField(
            model_name='clockbeat',
            name='name',
            field=models.CharField(max_length=20, unique=True, verbose_name='name'),
        ),
        migrations.CreateModel(
            name='Handover',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField(verbose_name='seat')),
                ('after', models.PositiveIntegerField(verbose_name='after move')),
                ('name', models.CharField(blank=True, max_length=48, verbose_name='name')),
                ('cpu_number', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='CPU number')),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='handovers', to='tables.match')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='handovers', to='accounts.player')),
            ],
            options={
                'verbose_name': 'change at a seat',
                'verbose_name_plural': 'changes at seats',
                'ordering': ['pk'],
            },
        ),
    ]
