// Sets a password with the token of an invitation or of a reset.

/** The prefix of all paths of the service. */
const base = location.pathname.replace(/\/__.*/, '');
const at = (id) => document.getElementById(id);
const token = new URLSearchParams(location.search).get('token');

function complain(text, field) {
  at('problem').textContent = text;
  field?.focus();
}

if (!token) complain('The link is not complete: it carries no token. Open it again from the message.');

at('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const newPassword = at('password').value;
  if (newPassword !== at('again').value) return complain('The two passwords differ.', at('again'));
  const button = at('form').querySelector('button');
  button.disabled = true;
  try {
    const response = await fetch(`${base}/auth/reset-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, newPassword }),
    });
    if (!response.ok) return complain((await response.json()).message, at('password'));
    at('form').hidden = true;
    at('done').hidden = false;
    at('done').focus();
  } catch {
    complain('The service does not answer. Try again in a moment.', button);
  } finally {
    button.disabled = false;
  }
});
