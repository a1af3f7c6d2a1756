<?php

use Illuminate\Support\Facades\Route;
use Modules\Tracker\Http\Controllers\Admin\OperatorController;
use Modules\Tracker\Http\Controllers\Admin\SettingsController;

Route::get('/', [SettingsController::class, 'edit'])->name('edit');
Route::post('/', [SettingsController::class, 'update'])->name('update');
Route::get('operator', [OperatorController::class, 'enter'])->name('operator');
