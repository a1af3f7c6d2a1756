<?php

namespace Modules\Tracker\Http\Controllers\Admin;

use App\Contracts\Controller;
use Illuminate\Http\RedirectResponse;
use Illuminate\Http\Request;
use Modules\Tracker\Support\OperatorEntry;
use Modules\Tracker\Support\ServerProblem;

class OperatorController extends Controller
{
    /** To the server's operator pages, as the user who is signed in here. */
    public function enter(Request $request): RedirectResponse
    {
        $user = $request->user();
        try {
            return redirect(OperatorEntry::path($request, (string) $user->id, (string) $user->name, (bool) $user->hasRole('admin')));
        } catch (ServerProblem $problem) {
            flash()->error($problem->getMessage());

            return redirect()->route('admin.tracker.edit');
        }
    }
}
