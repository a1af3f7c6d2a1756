<?php

namespace Modules\Tracker\Providers;

use App\Services\ModuleService;
use Illuminate\Support\Facades\Route;
use Illuminate\Support\ServiceProvider;

/**
 * This class is named in module.json and must never be renamed: the platform caches that name.
 * It runs on every request, also before the module's migrations: no database, no settings here.
 */
class TrackerServiceProvider extends ServiceProvider
{
    /** The platform starts it only while the module is enabled. */
    public static bool $isStarted = false;

    public function boot(): void
    {
        self::$isStarted = true;
        $this->loadViewsFrom(__DIR__.'/../Resources/views', 'tracker');
        $this->loadMigrationsFrom(__DIR__.'/../Database/migrations');
        $this->registerRoutes();
        $this->registerLinks();
    }

    private function registerRoutes(): void
    {
        // No middleware: the body, the status and every header of an answer pass unchanged, and no session is opened.
        Route::group(['prefix' => 'api/tracker'], function () {
            $this->loadRoutesFrom(__DIR__.'/../Http/Routes/api.php');
        });
        // Not below api/tracker: a rule of the web server may hand that to the Tracker server, which makes these calls.
        Route::group(['prefix' => 'api/by-tracker'], function () {
            $this->loadRoutesFrom(__DIR__.'/../Http/Routes/decision.php');
        });
        Route::group([
            'as'         => 'admin.tracker.',
            'prefix'     => 'admin/tracker',
            'middleware' => ['web', 'auth', 'ability:admin,addons'],
        ], function () {
            $this->loadRoutesFrom(__DIR__.'/../Http/Routes/admin.php');
        });
        // No middleware here either: the server has its own sessions and checks its forms itself.
        Route::group(['as' => 'tracker.', 'prefix' => 'tracker'], function () {
            $this->loadRoutesFrom(__DIR__.'/../Http/Routes/web.php');
        });
    }

    private function registerLinks(): void
    {
        $modules = $this->app->make(ModuleService::class);
        if (method_exists($modules, 'addAdminLink')) {
            $modules->addAdminLink('Tracker', '/admin/tracker', 'pe-7s-plane');
            $modules->addAdminLink('Tracker: flights', '/admin/tracker/operator', 'pe-7s-map-marker');
        }
        if (method_exists($modules, 'addFrontendLink')) {
            $modules->addFrontendLink('Flight map', '/tracker', 'fas fa-map-marked-alt', false);
        }
    }
}
