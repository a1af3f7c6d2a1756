<?php

namespace Modules\Tracker\Http\Controllers\Frontend;

use App\Contracts\Controller;
use Illuminate\View\View;

class MapController extends Controller
{
    /** The live map comes from the Tracker server itself: through PHP every viewer would hold a worker. */
    public function show(): View
    {
        return view('tracker::map', ['map' => url('/tracker').'/', 'own' => url('/livemap')]);
    }
}
