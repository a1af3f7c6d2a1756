<?php

namespace Modules\Tracker\Http\Controllers\Admin;

use App\Contracts\Controller;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Modules\Tracker\Models\TrackerSetting;
use Modules\Tracker\Support\HostSetup;

/** Sets the server up on this host: looks, unpacks by steps, starts, and removes it again. */
class SetupController extends Controller
{
    public function show(Request $request): Response
    {
        return $this->page($request, null);
    }

    public function act(Request $request): Response
    {
        return $this->page($request, array_filter($request->only(['do', 'place', 'sleeps', 'wake', 'data']), 'is_string'));
    }

    private function page(Request $request, ?array $input): Response
    {
        HostSetup::load();
        $action = HostSetup::path('admin.tracker.setup');
        $shown = tracker_setup_page(HostSetup::site($request), [
            'action'   => $action,
            'hidden'   => '<input type="hidden" name="_token" value="'.tracker_html(csrf_token()).'">',
            'operator' => HostSetup::path('admin.tracker.operator'),
            'ask'      => fn (string $path): array => HostSetup::ask($request, $path),
            'forget'   => fn (): string => TrackerSetting::removeTable(),
        ], $input);
        $again = $shown['refresh'] === null ? [] : ['Refresh' => $shown['refresh'].'; url='.$action];

        return new Response(
            view('tracker::admin.setup', ['html' => $shown['html'], 'style' => tracker_setup_style()])->render(),
            200,
            ['Cache-Control' => 'no-store', 'X-Frame-Options' => 'DENY'] + $again
        );
    }
}
