@extends('admin.app')
@section('title', 'Tracker')

@section('content')
  @php($value = fn (string $name) => old($name, $settings[$name]))
  <div class="card border-blue-bottom">
    <div class="content">
      <p>
        @if($server === null)
          <span class="text-danger">The tracking server does not answer{{ $settings['server_address'] === '' ? '' : ' at '.$settings['server_address'] }}.</span>
        @elseif(($server['success'] ?? false) === true)
          <span class="text-success">The tracking server answers: {{ $server['name'] ?? '' }}, version {{ $server['version'] ?? '?' }}.</span>
        @else
          <span class="text-danger">The tracking server answers: {{ $server['error']['message'] ?? 'something else' }}</span>
        @endif
      </p>
      <form method="post" action="{{ route('admin.tracker.update') }}" autocomplete="off">
        @csrf
        <div class="row">
          @foreach(['va_name' => 'Name of the virtual airline', 'primary_color' => 'Colour, as #1a2b3c', 'logo_url' => 'Logo (URL)', 'banner_url' => 'Banner (URL)', 'website_url' => 'Website (URL)'] as $name => $label)
            <div class="form-group col-sm-6">
              <label for="{{ $name }}">{{ $label }}</label>
              <input type="text" class="form-control" id="{{ $name }}" name="{{ $name }}" value="{{ $value($name) }}">
              <p class="text-danger">{{ $errors->first($name) }}</p>
            </div>
          @endforeach
          <div class="form-group col-sm-6">
            <label for="session_token_ttl">A login lasts (minutes, 5 to 43200)</label>
            <input type="number" min="5" max="43200" class="form-control" id="session_token_ttl" name="session_token_ttl" value="{{ $value('session_token_ttl') }}">
            <p class="text-danger">{{ $errors->first('session_token_ttl') }}</p>
          </div>
        </div>
        <div class="row">
          @foreach(['bids_required' => 'Pilots need a bid to fly', 'password_login' => 'Pilots may log in with their password', 'client_token_required' => 'Clients must send the client token'] as $name => $label)
            <div class="form-group col-sm-4">
              <input type="hidden" name="{{ $name }}" value="0">
              <label class="checkbox-inline">
                <input type="checkbox" name="{{ $name }}" value="1" @if($value($name) === '1') checked @endif> {{ $label }}
              </label>
              <p class="text-danger">{{ $errors->first($name) }}</p>
            </div>
          @endforeach
        </div>
        <div class="row">
          <div class="form-group col-sm-6">
            <label for="client_token">Client token (16 characters or more)</label>
            <input type="password" class="form-control" id="client_token" name="client_token" autocomplete="new-password"
                   placeholder="{{ $settings['client_token_hash'] === '' ? 'none is set' : 'one is set; leave empty to keep it' }}">
            <p class="text-danger">{{ $errors->first('client_token') }}</p>
          </div>
          <div class="form-group col-sm-6">
            <label for="server_address">The tracking server listens at</label>
            <input type="text" class="form-control" id="server_address" name="server_address" value="{{ $value('server_address') }}" placeholder="found by itself on this machine">
            <p class="text-danger">{{ $errors->first('server_address') }}</p>
          </div>
        </div>
        <div class="row">
          <div class="form-group col-sm-12">
            <div class="pull-right"><button type="submit" class="btn btn-success">Save</button></div>
          </div>
        </div>
      </form>
    </div>
  </div>
@endsection
