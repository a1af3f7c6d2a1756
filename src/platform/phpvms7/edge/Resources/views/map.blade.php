@extends('app')
@section('title', 'Tracker')

@section('content')
  <div class="row">
    <div class="col-md-12">
      <h2>Tracker</h2>
      <p>
        Point your desktop client at <code>{{ url('/') }}</code> and log in as on this site.
      </p>
      <p>
        The tracking server shows its live map at <a href="{{ $map }}">{{ $map }}</a>, where this site's web server passes that
        address on to it. The flights are on <a href="{{ $own }}">this site's own live map</a> too.
      </p>
    </div>
  </div>
@endsection
