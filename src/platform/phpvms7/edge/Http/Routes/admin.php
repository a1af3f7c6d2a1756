<?php

use Illuminate\Support\Facades\Route;
use Modules\Tracker\Http\Controllers\Admin\OperatorController;
use Modules\Tracker\Http\Controllers\Admin\SettingsController;
use Modules\Tracker\Http\Controllers\Admin\SetupController;

Route::get('/', [SettingsController::class, 'edit'])->name('edit');
Route::post('/', [SettingsController::class, 'update'])->name('update');
Route::get('operator', [OperatorController::class, 'enter'])->name('operator');
Route::get('setup', [SetupController::class, 'show'])->name('setup');
Route::post('setup', [SetupController::class, 'act']);
