@extends('admin.app')
@section('title', 'Set Tracker up')

@section('css')
  {!! $style !!}
@endsection

@section('content')
  <div class="card border-blue-bottom">
    <div class="content">
      {{-- Escaped where it is made: Support/Folder/_tracker_setup_page.php. --}}
      {!! $html !!}
    </div>
  </div>
@endsection
