<?php

namespace Modules\Tracker\Http\Requests;

use App\Contracts\FormRequest;
use Illuminate\Validation\Validator;
use Modules\Tracker\Models\TrackerSetting;
use Modules\Tracker\Support\ServerAddress;
use Modules\Tracker\Support\SettingFields;

class SettingsRequest extends FormRequest
{
    public function rules(): array
    {
        return SettingFields::RULES;
    }

    /** Messages name a field as the screen does. */
    public function attributes(): array
    {
        return array_map(fn (string $label) => '“'.$label.'”', SettingFields::labels());
    }

    public function messages(): array
    {
        return [
            'primary_color.regex' => 'The :attribute must be written as #1a2b3c.',
            'client_token.regex'  => 'The :attribute may hold letters, digits and signs without accents, and no space at its ends.',
            'url'                 => 'The :attribute must be a whole address, as https://example.org/logo.png.',
            'regex'               => 'The :attribute must begin with https:// or http://.',
        ];
    }

    public function withValidator(Validator $validator): void
    {
        $validator->after(function (Validator $validator) {
            $server = trim((string) $this->input('server_address'));
            if ($server !== '' && !ServerAddress::isAllowed($server)) {
                $validator->errors()->add('server_address', ServerAddress::RULE);
            }
            $hasToken = filled($this->input('client_token')) || TrackerSetting::values()['client_token_hash'] !== '';
            if ($this->boolean('client_token_required') && !$hasToken) {
                $validator->errors()->add('client_token', 'A client token is required but not set: fill in “Client token”, or switch “Require client token” off.');
            }
        });
    }

    /** Returns the rows to store. Only the SHA-256 of the client token is stored. */
    public function settings(): array
    {
        $values = $this->safe()->except('client_token');
        foreach (['bids_required', 'password_login', 'client_token_required'] as $name) {
            $values[$name] = $this->boolean($name) ? '1' : '0';
        }
        if (filled($this->input('client_token'))) {
            $values['client_token_hash'] = hash('sha256', (string) $this->input('client_token'));
        }

        return $values;
    }
}
