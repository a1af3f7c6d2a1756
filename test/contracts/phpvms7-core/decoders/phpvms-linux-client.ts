import type { Decoder, Kinds } from './decoder.ts';

// Python: `.get(name, default)` stands in for an absent member and not for null; a label takes a text alone.

const label: Kinds = 'anytext|absent';

export const phpvmsLinuxClient: Decoder = {
  client: 'phpvms-linux-client 9fe3d09',
  reads: [
    {
      call: 'GET /user',
      source: 'user_info_widget.py, update_user_info',
      members: {
        'data.name': label,
        'data.rank': 'object|absent',
        'data.flight_time': 'integer|absent',
        'data.curr_airport': label,
      },
    },
    {
      call: 'GET /user/pireps',
      source: 'pireps_widget.py, update_pireps',
      members: {
        data: 'list',
        'data[].id': 'text',
        'data[].state': 'integer',
        'data[].created_at': 'instant|null|absent',
        'data[].flight_time': 'integer|null|absent',
        'data[].distance': 'object|absent',
        'data[].distance.nmi': 'number|null|absent',
        'meta.current_page': 'integer',
        'meta.last_page': 'integer',
        'meta.total': 'integer',
        'meta.per_page': 'integer',
      },
    },
    {
      call: 'POST /pireps/prefile',
      source: 'phpvms_ui_client.py, start',
      members: { data: 'object', 'data.id': 'text' },
    },
    {
      call: 'GET /airlines',
      source: 'current_flight_widget.py, set_airlines',
      members: { data: 'list', 'data[].id': 'integer|digits' },
    },
    {
      call: 'GET /fleet',
      source: 'phpvms_ui_client.py, on_preload_result',
      members: { data: 'list', 'data[].aircraft': 'list', 'data[].aircraft[].id': 'integer|digits' },
    },
    {
      call: 'GET /airports',
      source: 'airports_widget.py; phpvms_ui_client.py, on_airports_result',
      members: {
        data: 'list',
        'data[].icao': 'text',
        'meta.current_page': 'integer',
        'meta.last_page': 'integer',
        'meta.total': 'integer',
        'meta.per_page': 'integer',
      },
    },
  ],
};
