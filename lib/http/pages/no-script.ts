// Says in every language of the pages that they need JavaScript. Without a script, a document cannot find out the language
// of its reader, so it is served in the one that the browser asks for.

/** Tag (BCP 47) -> the sentence. */
export const NO_SCRIPT: Readonly<Record<string, string>> = {
  en: 'This page needs JavaScript. Switch it on in your browser and load the page again.',
  de: 'Diese Seite braucht JavaScript. Schalten Sie es im Browser ein und laden Sie die Seite neu.',
  fr: 'Cette page nécessite JavaScript. Activez-le dans votre navigateur et rechargez la page.',
  es: 'Esta página necesita JavaScript. Actívelo en su navegador y vuelva a cargar la página.',
  it: 'Questa pagina richiede JavaScript. Attivalo nel browser e ricarica la pagina.',
  'pt-BR': 'Esta página precisa de JavaScript. Ative-o no navegador e recarregue a página.',
  nl: 'Deze pagina heeft JavaScript nodig. Zet het aan in je browser en laad de pagina opnieuw.',
  pl: 'Ta strona wymaga JavaScriptu. Włącz go w przeglądarce i załaduj stronę ponownie.',
  ja: 'このページには JavaScript が必要です。ブラウザーで有効にして、ページを再読み込みしてください。',
  ko: '이 페이지에는 JavaScript가 필요합니다. 브라우저에서 켠 다음 페이지를 다시 불러오세요.',
  'zh-Hans': '此页面需要 JavaScript。请在浏览器中启用它，然后重新加载页面。',
  ar: 'تحتاج هذه الصفحة إلى JavaScript. فعّله في متصفحك ثم أعد تحميل الصفحة.',
};

/** Returns the best language for a header `accept-language`, in which browsers name the one they like best first. */
export function languageOf(header: string): string {
  const known = Object.keys(NO_SCRIPT);
  for (const part of header.toLowerCase().split(',', 20)) {
    const tag = part.replace(/;.*/, '').trim();
    const primary = tag.replace(/-.*/, '');
    const found =
      known.find((each) => each.toLowerCase() === tag) ?? known.find((each) => each.replace(/-.*/, '') === primary);
    if (found) return found;
  }
  return 'en';
}

/** Returns the sentence in a language as HTML. */
export const noScript = (tag: string): string =>
  `<p lang="${tag}"${tag === 'ar' ? ' dir="rtl"' : ''}>${NO_SCRIPT[tag]}</p>`;
