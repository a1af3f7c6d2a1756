<?php

use Illuminate\Support\Facades\Route;
use Modules\Tracker\Http\Controllers\Frontend\MapController;

Route::get('/', [MapController::class, 'show'])->name('map');
