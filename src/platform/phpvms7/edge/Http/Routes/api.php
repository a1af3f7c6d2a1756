<?php

use Illuminate\Support\Facades\Route;
use Modules\Tracker\Http\Controllers\Api\ForwardController;

Route::any('{path?}', [ForwardController::class, 'forward'])->where('path', '.*');
