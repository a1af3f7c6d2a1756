<?php

namespace Modules\Tracker\Support;

use App\Services\ModuleService;
use Modules\Tracker\Providers\TrackerServiceProvider;

/** Whether this site's admin has the module switched on. */
class ModuleState
{
    /**
     * The platform starts the provider of a module that is enabled, and of no other: then nothing is asked of the database. A route
     * cache still holds the routes of one that was disabled. Null while the database cannot say, which is no "no".
     */
    public static function isActive(): ?bool
    {
        if (TrackerServiceProvider::$isStarted) {
            return true;
        }
        try {
            return app(ModuleService::class)->isModuleActive('Tracker');
        } catch (\Throwable) {
            return null;
        }
    }
}
