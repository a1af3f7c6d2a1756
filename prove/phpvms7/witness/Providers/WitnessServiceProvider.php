<?php

namespace Modules\TrackerWitness\Providers;

use App\Events\PirepCancelled;
use App\Events\PirepFiled;
use App\Events\PirepPrefiled;
use App\Events\PirepStateChange;
use App\Events\PirepStatusChange;
use Illuminate\Support\Facades\Event;
use Illuminate\Support\ServiceProvider;

/** As an add-on of a virtual airline listens: one line an event, in storage/app/tracker-witness.log. */
class WitnessServiceProvider extends ServiceProvider
{
    public function boot(): void
    {
        $file = storage_path('app/tracker-witness.log');
        foreach ([PirepPrefiled::class, PirepFiled::class, PirepCancelled::class, PirepStatusChange::class, PirepStateChange::class] as $class) {
            Event::listen($class, function ($event) use ($class, $file) {
                $line = [class_basename($class), $event->pirep->id, $event->pirep->status, $event->pirep->state];
                file_put_contents($file, implode(' ', $line)."\n", FILE_APPEND | LOCK_EX);
            });
        }
    }
}
