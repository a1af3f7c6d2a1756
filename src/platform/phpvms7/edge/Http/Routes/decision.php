<?php

use Illuminate\Support\Facades\Route;
use Modules\Tracker\Http\Controllers\Api\DecisionController;

Route::post('decision', [DecisionController::class, 'decide']);
