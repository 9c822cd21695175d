// The texts of the pages at which a request or a sign-in ends. They are in one file, because few people ever load it. It
// imports nothing: what it shared with the pages would become a file of its own, which everyone would load.
export const en = {
  endRetry: 'Go back to the application and try again.',
  endRequest: 'The application sent a request that is not valid.',
  endNotServed: '{tenant} cannot use {application}',
  endNotServedLead: 'Sign in with another organization, or go back to the application.',
  endNotFound: 'This organization is not available',
  endNotFoundLead:
    'The organization that the application named does not exist here, or it is switched off. Tell the people who run the application.',
  endNotAsked: 'Another organization is needed',
  endNotAskedLead: 'You signed in to {tenant}, and the application asked for another organization.',
  endUser: 'Another account is needed',
  endUserLead: 'The application asked for another account than the one that you signed in with.',
  endCookies: 'Cookies are blocked',
  endCookiesLead:
    'Signing in needs cookies. Allow them for this site in the settings of your browser, and load the page again.',
  endReload: 'Load the page again',
  endBack: 'Back to {application}',
} as const;

type EndWords = Readonly<Record<keyof typeof en, string>>;

/** Tag of another language -> the texts. */
export const OTHERS: Readonly<Record<string, EndWords>> = {
  de: {
    endRetry: 'Gehen Sie zurück zur Anwendung und versuchen Sie es noch einmal.',
    endRequest: 'Die Anwendung hat eine ungültige Anfrage gesendet.',
    endNotServed: '{tenant} kann {application} nicht verwenden',
    endNotServedLead: 'Melden Sie sich mit einer anderen Organisation an, oder gehen Sie zurück zur Anwendung.',
    endNotFound: 'Diese Organisation ist nicht verfügbar',
    endNotFoundLead:
      'Die Organisation, die die Anwendung genannt hat, gibt es hier nicht, oder sie ist abgeschaltet. Wenden Sie sich an die Betreiber der Anwendung.',
    endNotAsked: 'Eine andere Organisation ist nötig',
    endNotAskedLead: 'Sie haben sich bei {tenant} angemeldet, und die Anwendung verlangt eine andere Organisation.',
    endUser: 'Ein anderes Konto ist nötig',
    endUserLead: 'Die Anwendung verlangt ein anderes Konto als das, mit dem Sie sich angemeldet haben.',
    endCookies: 'Cookies sind blockiert',
    endCookiesLead:
      'Die Anmeldung braucht Cookies. Erlauben Sie sie für diese Website in den Einstellungen Ihres Browsers, und laden Sie die Seite neu.',
    endReload: 'Seite neu laden',
    endBack: 'Zurück zu {application}',
  },
  fr: {
    endRetry: 'Revenez à l’application et réessayez.',
    endRequest: 'L’application a envoyé une demande non valide.',
    endNotServed: '{tenant} ne peut pas utiliser {application}',
    endNotServedLead: 'Connectez-vous avec une autre organisation, ou revenez à l’application.',
    endNotFound: 'Cette organisation n’est pas disponible',
    endNotFoundLead:
      'L’organisation que l’application a indiquée n’existe pas ici, ou elle est désactivée. Signalez-le aux responsables de l’application.',
    endNotAsked: 'Une autre organisation est nécessaire',
    endNotAskedLead: 'Vous vous êtes connecté à {tenant}, et l’application demande une autre organisation.',
    endUser: 'Un autre compte est nécessaire',
    endUserLead: 'L’application demande un autre compte que celui avec lequel vous vous êtes connecté.',
    endCookies: 'Les cookies sont bloqués',
    endCookiesLead:
      'La connexion nécessite des cookies. Autorisez-les pour ce site dans les réglages de votre navigateur, puis rechargez la page.',
    endReload: 'Recharger la page',
    endBack: 'Retour à {application}',
  },
  es: {
    endRetry: 'Vuelva a la aplicación e inténtelo de nuevo.',
    endRequest: 'La aplicación ha enviado una solicitud no válida.',
    endNotServed: '{tenant} no puede usar {application}',
    endNotServedLead: 'Inicie sesión con otra organización o vuelva a la aplicación.',
    endNotFound: 'Esta organización no está disponible',
    endNotFoundLead:
      'La organización que indicó la aplicación no existe aquí o está desactivada. Avise a los responsables de la aplicación.',
    endNotAsked: 'Se necesita otra organización',
    endNotAskedLead: 'Ha iniciado sesión en {tenant}, y la aplicación pide otra organización.',
    endUser: 'Se necesita otra cuenta',
    endUserLead: 'La aplicación pide una cuenta distinta de la que ha usado para iniciar sesión.',
    endCookies: 'Las cookies están bloqueadas',
    endCookiesLead:
      'Para iniciar sesión se necesitan cookies. Permítalas para este sitio en los ajustes de su navegador y vuelva a cargar la página.',
    endReload: 'Volver a cargar la página',
    endBack: 'Volver a {application}',
  },
  it: {
    endRetry: 'Torna all’applicazione e riprova.',
    endRequest: 'L’applicazione ha inviato una richiesta non valida.',
    endNotServed: '{tenant} non può usare {application}',
    endNotServedLead: 'Accedi con un’altra organizzazione o torna all’applicazione.',
    endNotFound: 'Questa organizzazione non è disponibile',
    endNotFoundLead:
      'L’organizzazione indicata dall’applicazione non esiste qui o è disattivata. Avvisa chi gestisce l’applicazione.',
    endNotAsked: 'Serve un’altra organizzazione',
    endNotAskedLead: 'Hai effettuato l’accesso a {tenant}, e l’applicazione chiede un’altra organizzazione.',
    endUser: 'Serve un altro account',
    endUserLead: 'L’applicazione chiede un account diverso da quello con cui hai effettuato l’accesso.',
    endCookies: 'I cookie sono bloccati',
    endCookiesLead:
      'Per accedere servono i cookie. Consentili per questo sito nelle impostazioni del browser e ricarica la pagina.',
    endReload: 'Ricarica la pagina',
    endBack: 'Torna a {application}',
  },
  'pt-BR': {
    endRetry: 'Volte ao aplicativo e tente novamente.',
    endRequest: 'O aplicativo enviou uma solicitação inválida.',
    endNotServed: '{tenant} não pode usar {application}',
    endNotServedLead: 'Entre com outra organização ou volte ao aplicativo.',
    endNotFound: 'Esta organização não está disponível',
    endNotFoundLead:
      'A organização indicada pelo aplicativo não existe aqui ou está desativada. Avise os responsáveis pelo aplicativo.',
    endNotAsked: 'É necessária outra organização',
    endNotAskedLead: 'Você entrou em {tenant}, e o aplicativo pede outra organização.',
    endUser: 'É necessária outra conta',
    endUserLead: 'O aplicativo pede uma conta diferente daquela com que você entrou.',
    endCookies: 'Os cookies estão bloqueados',
    endCookiesLead:
      'Para entrar, são necessários cookies. Permita-os para este site nas configurações do navegador e recarregue a página.',
    endReload: 'Recarregar a página',
    endBack: 'Voltar para {application}',
  },
  nl: {
    endRetry: 'Ga terug naar de app en probeer het opnieuw.',
    endRequest: 'De app heeft een ongeldig verzoek gestuurd.',
    endNotServed: '{tenant} kan {application} niet gebruiken',
    endNotServedLead: 'Log in met een andere organisatie of ga terug naar de app.',
    endNotFound: 'Deze organisatie is niet beschikbaar',
    endNotFoundLead:
      'De organisatie die de app noemde, bestaat hier niet of is uitgeschakeld. Meld dit aan de beheerders van de app.',
    endNotAsked: 'Een andere organisatie is nodig',
    endNotAskedLead: 'Je bent ingelogd bij {tenant}, en de app vraagt om een andere organisatie.',
    endUser: 'Een ander account is nodig',
    endUserLead: 'De app vraagt om een ander account dan waarmee je bent ingelogd.',
    endCookies: 'Cookies zijn geblokkeerd',
    endCookiesLead:
      'Inloggen werkt alleen met cookies. Sta ze voor deze site toe in de instellingen van je browser en laad de pagina opnieuw.',
    endReload: 'Pagina opnieuw laden',
    endBack: 'Terug naar {application}',
  },
  pl: {
    endRetry: 'Wróć do aplikacji i spróbuj ponownie.',
    endRequest: 'Aplikacja wysłała nieprawidłowe żądanie.',
    endNotServed: '{tenant} nie może używać {application}',
    endNotServedLead: 'Zaloguj się w innej organizacji lub wróć do aplikacji.',
    endNotFound: 'Ta organizacja jest niedostępna',
    endNotFoundLead:
      'Organizacja wskazana przez aplikację nie istnieje tutaj lub jest wyłączona. Zgłoś to osobom, które prowadzą aplikację.',
    endNotAsked: 'Potrzebna jest inna organizacja',
    endNotAskedLead: 'Zalogowano w {tenant}, a aplikacja wymaga innej organizacji.',
    endUser: 'Potrzebne jest inne konto',
    endUserLead: 'Aplikacja wymaga innego konta niż to, na które się zalogowano.',
    endCookies: 'Pliki cookie są zablokowane',
    endCookiesLead:
      'Logowanie wymaga plików cookie. Zezwól na nie dla tej witryny w ustawieniach przeglądarki i załaduj stronę ponownie.',
    endReload: 'Załaduj stronę ponownie',
    endBack: 'Wróć do {application}',
  },
  ja: {
    endRetry: 'アプリケーションに戻って、もう一度お試しください。',
    endRequest: 'アプリケーションから無効なリクエストが送信されました。',
    endNotServed: '{tenant} では {application} を利用できません',
    endNotServedLead: '別の組織でログインするか、アプリケーションに戻ってください。',
    endNotFound: 'この組織は利用できません',
    endNotFoundLead:
      'アプリケーションが指定した組織は存在しないか、無効になっています。アプリケーションの運営者にご連絡ください。',
    endNotAsked: '別の組織が必要です',
    endNotAskedLead: '{tenant} にログインしましたが、アプリケーションは別の組織を求めています。',
    endUser: '別のアカウントが必要です',
    endUserLead: 'アプリケーションは、ログインしたものとは別のアカウントを求めています。',
    endCookies: 'Cookie がブロックされています',
    endCookiesLead:
      'ログインには Cookie が必要です。ブラウザーの設定でこのサイトの Cookie を許可し、ページを再読み込みしてください。',
    endReload: 'ページを再読み込み',
    endBack: '{application} に戻る',
  },
  ko: {
    endRetry: '애플리케이션으로 돌아가 다시 시도하세요.',
    endRequest: '애플리케이션에서 올바르지 않은 요청을 보냈습니다.',
    endNotServed: '{tenant} 조직은 {application} 앱을 사용할 수 없습니다',
    endNotServedLead: '다른 조직으로 로그인하거나 애플리케이션으로 돌아가세요.',
    endNotFound: '이 조직을 사용할 수 없습니다',
    endNotFoundLead:
      '애플리케이션이 지정한 조직이 여기에 없거나 비활성화되어 있습니다. 애플리케이션 운영자에게 알려 주세요.',
    endNotAsked: '다른 조직이 필요합니다',
    endNotAskedLead: '{tenant} 조직에 로그인했지만 애플리케이션은 다른 조직을 요청합니다.',
    endUser: '다른 계정이 필요합니다',
    endUserLead: '애플리케이션이 로그인한 계정과 다른 계정을 요청합니다.',
    endCookies: '쿠키가 차단되어 있습니다',
    endCookiesLead:
      '로그인하려면 쿠키가 필요합니다. 브라우저 설정에서 이 사이트의 쿠키를 허용하고 페이지를 다시 불러오세요.',
    endReload: '페이지 다시 불러오기',
    endBack: '{application} 앱으로 돌아가기',
  },
  'zh-Hans': {
    endRetry: '请返回应用并重试。',
    endRequest: '应用发送了无效的请求。',
    endNotServed: '{tenant} 无法使用 {application}',
    endNotServedLead: '请使用其他组织登录，或返回应用。',
    endNotFound: '此组织不可用',
    endNotFoundLead: '应用指定的组织在这里不存在或已停用。请联系应用的运营者。',
    endNotAsked: '需要其他组织',
    endNotAskedLead: '您登录了 {tenant}，而应用要求使用其他组织。',
    endUser: '需要其他账户',
    endUserLead: '应用要求使用的账户与您登录的账户不同。',
    endCookies: 'Cookie 已被阻止',
    endCookiesLead: '登录需要 Cookie。请在浏览器设置中允许此网站使用 Cookie，然后重新加载页面。',
    endReload: '重新加载页面',
    endBack: '返回 {application}',
  },
  ar: {
    endRetry: 'ارجع إلى التطبيق وحاول مرة أخرى.',
    endRequest: 'أرسل التطبيق طلبًا غير صالح.',
    endNotServed: '{tenant} لا يمكنها استخدام {application}',
    endNotServedLead: 'سجّل الدخول بمؤسسة أخرى أو ارجع إلى التطبيق.',
    endNotFound: 'هذه المؤسسة غير متاحة',
    endNotFoundLead: 'المؤسسة التي حددها التطبيق غير موجودة هنا أو تم إيقافها. أبلغ القائمين على التطبيق.',
    endNotAsked: 'مطلوب مؤسسة أخرى',
    endNotAskedLead: 'سجّلت الدخول إلى {tenant}، والتطبيق يطلب مؤسسة أخرى.',
    endUser: 'مطلوب حساب آخر',
    endUserLead: 'يطلب التطبيق حسابًا غير الذي سجّلت الدخول به.',
    endCookies: 'ملفات تعريف الارتباط محظورة',
    endCookiesLead:
      'يتطلب تسجيل الدخول ملفات تعريف الارتباط. اسمح بها لهذا الموقع في إعدادات المتصفح، ثم أعد تحميل الصفحة.',
    endReload: 'إعادة تحميل الصفحة',
    endBack: 'العودة إلى {application}',
  },
};

type Word = keyof typeof en;
/** The way on: to the sign-in with another organization or account, or the same page again. */
type Way = 'otherTenant' | 'signInAgain' | 'reload';
/** Without a title, the page has that of any problem; without a lead, it says that the sign-in took too long. */
type Spec = { title?: Word; lead?: Word; more?: Word; way?: Way };

/** The code of the page (lib/domain/oauth/dead-ends.ts, `GET /oauth2/request`) -> what it says. */
export const ENDS: Readonly<Record<string, Spec>> = {
  invalid_request: { lead: 'endRequest', more: 'endRetry' },
  request_expired: { more: 'endRetry' },
  tenant_not_found: { title: 'endNotFound', lead: 'endNotFoundLead' },
  tenant_not_served: { title: 'endNotServed', lead: 'endNotServedLead', way: 'otherTenant' },
  tenant_not_asked: { title: 'endNotAsked', lead: 'endNotAskedLead', way: 'signInAgain' },
  user_not_asked: { title: 'endUser', lead: 'endUserLead', way: 'signInAgain' },
  cookies_blocked: { title: 'endCookies', lead: 'endCookiesLead', way: 'reload' },
};

/** What the operator finds the line of the log by: an id of API Gateway. Nothing else of an address is shown. */
const REFERENCE = /^([\da-f-]{36}|[\w-]{15}=)$/;
const CAUSE = /^[a-z_]{4,64}$/;
const LOCAL = /^(localhost|127\.[\d.]+|\[::1])$/;

type About = {
  /** The language that is shown. */
  tag: string;
  tenant: string | null | undefined;
  /** What the application asked for, if it is known. If it named the organization, no other one would do. */
  asked: { application: { name: string }; refusal: object | null } | undefined;
  address: Pick<Location, 'href' | 'hostname'>;
  /** The sign-in page, and the way back to the application. */
  urls: readonly [string, string | undefined];
  say: (
    word: 'otherTenant' | 'signInAgain' | 'problemTitle' | 'problemExpired' | 'problemReference',
    values?: Readonly<Record<string, string>>,
  ) => string;
  /** Fills names into a text. */
  filled: (text: string, values: Readonly<Record<string, string>>) => string;
};

/** Returns what the page says and its links, the first one first; `undefined` for another code. */
export function endOf(code: string, { tag, tenant, asked, address, urls, say, filled }: About) {
  const spec = Object.hasOwn(ENDS, code) ? ENDS[code] : undefined;
  if (!spec) return undefined;
  const words: EndWords = OTHERS[tag] ?? en;
  const values = { ...(tenant && { tenant }), ...(asked && { application: asked.application.name }) };
  // A sentence about a name that is not known would be none.
  const said = (word: Word | undefined): string | undefined => {
    const text = word && filled(words[word], values);
    return /\{(tenant|application)\}/.test(text ?? '') ? undefined : text;
  };
  const { way } = spec;
  const [login, back] = urls;
  const links: (readonly [string, string])[] = [];
  if (way === 'reload') links.push([words.endReload, address.href]);
  else if (way && !asked?.refusal) links.push([say(way), login]);
  if (back) links.push([said('endBack') ?? '', back]);
  const query = new URL(address.href).searchParams;
  const [id, cause] = [query.get('reference') ?? '', query.get('cause') ?? ''];
  // In the local run the person is the developer.
  const isShown = LOCAL.test(address.hostname) && CAUSE.test(cause);
  const lead = [said(spec.lead) ?? say('problemExpired'), said(spec.more)].filter(Boolean).join(' ');
  return {
    title: said(spec.title) ?? say('problemTitle'),
    lead,
    links,
    reference: REFERENCE.test(id) ? `${say('problemReference', { id })}${isShown ? ` ${cause}` : ''}` : undefined,
  };
}
