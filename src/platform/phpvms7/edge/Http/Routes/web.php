<?php

use Illuminate\Support\Facades\Route;
use Modules\Tracker\Http\Controllers\Frontend\PagesController;

Route::any('{path?}', [PagesController::class, 'show'])->where('path', '.*')->name('pages');
