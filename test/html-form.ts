/** Returns what a browser would send of the page's form with this action, in order, if no button was named. */
export function formFields(page: string, action: string): URLSearchParams {
  const forms = page.split('<form ').slice(1);
  const form = forms.find((each) => each.slice(0, each.indexOf('>')).includes(`${action}"`));
  if (form === undefined) throw new Error(`there is no form for ${action}`);
  const [body = ''] = form.split('</form>');
  const fields = new URLSearchParams();
  for (const [tag, attributes = ''] of body.matchAll(/<input\b([^>]*)>|<select\b[^>]*>.*?<\/select>/gs)) {
    const name = attributeOf(tag, 'name');
    if (name === null) continue;
    const isOff = attributeOf(tag, 'type') === 'checkbox' && !/ checked\b/.test(attributes);
    const options = tag.split('<option').slice(1);
    const chosen = options.find((option) => option.includes(' selected')) ?? options[0] ?? tag;
    if (!isOff) fields.append(name, attributeOf(chosen, 'value') ?? '');
  }
  return fields;
}

function attributeOf(tag: string, name: string): string | null {
  const text = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return text === undefined ? null : text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
