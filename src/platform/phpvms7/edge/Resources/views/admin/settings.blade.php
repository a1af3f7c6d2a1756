@extends('admin.app')
@section('title', 'Tracker')

@section('content')
  <p><a href="{{ route('admin.tracker.setup') }}">Set-up on this host</a>: the program, how it is started, a test flight, removal.</p>
  <div class="card border-blue-bottom">
    <div class="content">
      @if(($server['success'] ?? false) === true)
        <p class="text-success">The tracking server answers: {{ $server['name'] ?? '' }}, version {{ $server['version'] ?? '?' }}.</p>
        <p class="help-block">Unless the web server passes <code>/api/tracker/</code> on to it, every position of every flight starts phpVMS once, in one of the PHP workers that this site’s pages need too: enough for some dozens of flights. <code>tracker install FOLDER --server nginx</code> (or apache, caddy, litespeed) prints the proxy rule that spares the site that work.</p>
      @elseif($server !== null)
        <p class="text-danger">The tracking server cannot be used: {{ $server['error']['message'] ?? 'what answers at its address is not Tracker.' }}</p>
      @else
        <p class="text-danger">The tracking server does not answer{{ $settings['server_address'] === '' ? '' : ' at '.$settings['server_address'] }}. Pilots cannot fly until it does; what their clients have recorded is sent then.</p>
        <ul>
          <li>See whether it runs on this machine, for instance with <code>systemctl status tracker</code>, and what its log says last.</li>
          <li>Start it as the owner of the site’s folder: <code>tracker serve --crew-center {{ base_path() }}</code>.</li>
          <li>Its first line says where it listens (<code>ready at …</code>). The address below must say the same, or be empty.</li>
        </ul>
      @endif
    </div>
  </div>
  @if($smartcars !== null && ($server['success'] ?? false) === true)
    <div class="card border-blue-bottom">
      <div class="content">
        @if(isset($smartcars['handler']))
          <p class="text-success">smartCARS 3 is on. Enter this Script URL in smartCARS Central, exactly as it is here:</p>
        @else
          <p>smartCARS 3 is off: {{ $smartcars['message'] ?? 'TRACKER_CONTRACTS of the server does not name it.' }} Its Script URL would be:</p>
        @endif
        <p><input type="text" class="form-control" readonly value="{{ $scriptUrl }}/" aria-label="Script URL of smartCARS 3"></p>
        <p class="help-block">If smartCARS Central says that redirects are not allowed, enter <code>{{ $scriptUrl }}?/</code> instead.</p>
      </div>
    </div>
  @endif
  <div class="card border-blue-bottom">
    <div class="content">
      @if($errors->any())
        <div class="alert alert-danger" role="alert">Nothing was saved: see the fields marked below.</div>
      @endif
      <form method="post" action="{{ route('admin.tracker.update') }}" autocomplete="off" class="form-horizontal">
        @csrf
        @foreach($fields as $name => [$label, $help, $kind, $empty])
          <div class="form-group {{ $errors->has($name) ? 'has-error' : '' }}">
            <label class="col-sm-4 control-label" for="{{ $name }}">{{ $label }}</label>
            <div class="col-sm-8">
              @if($kind === 'flag')
                <input type="hidden" name="{{ $name }}" value="0">
                <input type="checkbox" id="{{ $name }}" name="{{ $name }}" value="1" aria-describedby="{{ $name }}_help" @if((string) old($name, $settings[$name]) === '1') checked @endif>
              @elseif($kind === 'secret')
                <input type="password" class="form-control" id="{{ $name }}" name="{{ $name }}" autocomplete="new-password" aria-describedby="{{ $name }}_help"
                       placeholder="{{ $settings['client_token_hash'] === '' ? 'none is set' : 'one is set; leave empty to keep it' }}">
              @else
                <input type="{{ $kind }}" class="form-control" id="{{ $name }}" name="{{ $name }}" value="{{ old($name, $settings[$name]) }}" placeholder="{{ $empty }}" aria-describedby="{{ $name }}_help">
              @endif
              @if($errors->has($name))
                <p class="text-danger">{{ $errors->first($name) }}</p>
              @endif
              <p class="help-block" id="{{ $name }}_help">{{ $help }}</p>
            </div>
          </div>
        @endforeach
        <div class="form-group">
          <div class="col-sm-offset-4 col-sm-8"><button type="submit" class="btn btn-success">Save</button></div>
        </div>
      </form>
    </div>
  </div>
@endsection
