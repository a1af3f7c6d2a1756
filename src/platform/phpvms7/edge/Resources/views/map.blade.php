@extends('app')
@section('title', 'Tracker')

@section('content')
  <div class="row">
    <div class="col-md-12">
      <h2>Tracker</h2>
      <p>
        Point your desktop client at <code>{{ url('/') }}</code> and log in as on this site.
      </p>
      <p>The flights are on <a href="{{ $own }}">this site's own live map</a>.</p>
      {{-- Without the rule the web server takes that address for this very page, or leads back to it. --}}
      <p id="tracker-map" data-address="{{ $map }}" hidden>
        The tracking server has a <a href="{{ $map }}">live map</a> too, with a page for each flight.
      </p>
      <p id="tracker-no-map" hidden>
        The tracking server has a live map and a page for each flight too. This site's web server does not pass their address on to it yet:
        <code>tracker install FOLDER --server nginx</code> (or apache, caddy, litespeed) prints the rule for its administrator.
      </p>
    </div>
  </div>
  <script>
    (function (map, noMap) {
      fetch(map.dataset.address + 'brand.css', { redirect: 'error' })
        .then((answer) => answer.ok && (answer.headers.get('content-type') || '').startsWith('text/css'))
        .catch(() => false)
        .then((isThere) => { (isThere ? map : noMap).hidden = false; });
    })(document.getElementById('tracker-map'), document.getElementById('tracker-no-map'));
  </script>
@endsection
