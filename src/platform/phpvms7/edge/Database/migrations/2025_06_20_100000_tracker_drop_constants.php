<?php

use App\Contracts\Migration;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Schema;

/** From 1.2.0 the PIREP source name and the module version are constants and no settings. */
return new class() extends Migration
{
    public function up()
    {
        try {
            if (Schema::hasColumn('tracker_config', 'name')) {
                DB::table('tracker_config')->whereIn('name', ['pirep_source_name', 'module_version'])->delete();
            }
        } catch (\Throwable $error) {
            report($error);
        }
    }

    public function down() {}
};
