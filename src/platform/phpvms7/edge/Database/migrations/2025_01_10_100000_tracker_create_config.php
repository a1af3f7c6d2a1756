<?php

use App\Contracts\Migration;
use Modules\Tracker\Models\TrackerSetting;

/** A migration that throws would stop the platform's own update: what goes wrong is reported, and the settings screen makes up for it. */
return new class() extends Migration
{
    public function up()
    {
        try {
            TrackerSetting::prepareTable();
        } catch (\Throwable $error) {
            report($error);
        }
    }

    public function down() {}
};
