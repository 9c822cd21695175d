// Knows domains below which strangers get names. This is no copy of the Public Suffix List (publicsuffix.org), which has 10 000
// entries and changes each week.

/** Names that AWS gives out, with what is below. */
export const OF_AWS =
  /(^|\.)(amazonaws\.com(\.cn)?|cloudfront\.net|on\.aws|awsapprunner\.com|amplifyapp\.com|elb\.[a-z0-9-]+\.amazonaws\.com)$/;

/** Suffixes below a country, such as co.uk. */
export const BELOW_COUNTRY = /^(ac|co|com|edu|gov|net|ne|or|org)\.[a-z]{2}$/;

/** Hosting and dynamic DNS, from the private part of the Public Suffix List: the names below them are free for anyone. */
const SHARED: ReadonlySet<string> = new Set(
  `appspot.com azurewebsites.net azurestaticapps.net blogspot.com cloudapp.net ddns.net dedyn.io deno.dev duckdns.org
  dyndns.org dynu.net eu.org firebaseapp.com fly.dev freeddns.org github.io githubusercontent.com gitlab.io glitch.me
  herokuapp.com hopto.org js.org mooo.com myshopify.com netlify.app ngrok.app ngrok.io no-ip.org nom.br onrender.com
  pages.dev qc.to railway.app read-the-docs.io readthedocs.io repl.co servebeer.com surge.sh sytes.net trycloudflare.com
  uk.com us.com de.com eu.com vercel.app web.app workers.dev zapto.org`.split(/\s+/),
);

/** Whether strangers get names below the domain, or it is one that AWS gave out. `domain`: lower-case A-labels. */
export const isShared = (domain: string): boolean =>
  OF_AWS.test(domain) || BELOW_COUNTRY.test(domain) || SHARED.has(domain);
