<?php

namespace Modules\Tracker\Http\Controllers\Admin;

use App\Contracts\Controller;
use Illuminate\Http\RedirectResponse;
use Illuminate\Http\Request;
use Illuminate\View\View;
use Modules\Tracker\Http\Requests\SettingsRequest;
use Modules\Tracker\Models\TrackerSetting;
use Modules\Tracker\Support\Forwarder;
use Modules\Tracker\Support\HostSetup;
use Modules\Tracker\Support\ServerAddress;
use Modules\Tracker\Support\ServerProblem;
use Modules\Tracker\Support\SettingFields;

class SettingsController extends Controller
{
    /** The page must not wait long for a server that does not respond. */
    private const SECONDS = 3;

    public function edit(Request $request): View|RedirectResponse
    {
        if (HostSetup::isPending($request)) {
            return redirect()->route('admin.tracker.setup');
        }

        return view('tracker::admin.settings', [
            'fields'    => SettingFields::FIELDS,
            'settings'  => TrackerSetting::values(),
            'server'    => $this->askServer('/api/tracker/status'),
            'smartcars' => $this->askServer('/api/tracker/smartcars/'),
            'scriptUrl' => url('/api/tracker/smartcars'),
        ]);
    }

    public function update(SettingsRequest $request): RedirectResponse
    {
        try {
            TrackerSetting::prepareTable();
            TrackerSetting::store($request->settings());
            ServerAddress::keep(trim((string) $request->input('server_address')));
        } catch (\Throwable $error) {
            report($error);
            flash()->error('The settings could not be saved; the platform’s log says why. Open /update if it is pending.');

            return redirect()->route('admin.tracker.edit')->withInput($request->except('client_token'));
        }
        flash()->success('Settings saved. The changes take effect within 5 seconds.');

        return redirect()->route('admin.tracker.edit');
    }

    /** What the server says at this path; null when it does not answer. */
    private function askServer(string $path): ?array
    {
        $here = ['HTTP_HOST' => 'localhost', 'REMOTE_ADDR' => '127.0.0.1'];
        try {
            $answer = Forwarder::ask(Request::create($path, 'GET', [], [], [], $here), self::SECONDS);
        } catch (ServerProblem $error) {
            return $error->problem === 'server-unreachable' ? null : ['error' => ['message' => $error->getMessage()]];
        }

        return json_decode($answer[2], true);
    }
}
