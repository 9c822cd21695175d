// The face of the sign-in page: name, colours, links and logo, with a preview of both modes while someone types.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { FONTS, type Font } from '../../../../contract/fields/fonts.ts';
import type { Tenant, TenantSettings } from '../../../../packages/client/index.ts';
import { Act, Badge, call, language, may, Panel, PlainForm, toast, useName, WrongField } from '../../kit.ts';
import { contrast, LEAST_CONTRAST, type Mode, type Palette, paletteOf, textOn } from './colors.ts';
import { type Defaults, useDefaults } from './defaults.ts';
import { SettingForm } from './setting-form.tsx';
import type { Texts } from './setting-texts.ts';
import { labelOf, type PartProps, say } from './words.ts';

export function Branding({ tenant }: PartProps) {
  const defaults = useDefaults();
  return (
    <>
      <SettingForm
        tenant={tenant}
        name="branding"
        beside={(typed) => <Preview tenant={tenant} typed={typed} defaults={defaults} />}
      />
      <LogoPanel tenant={tenant} />
    </>
  );
}

type OfDeployment = Pick<NonNullable<TenantSettings['branding']>, 'style'> & {
  colors?: Partial<Record<Mode, Partial<Palette>>>;
};

/** The face of the deployment, if the admin may see it. */
function ofDeployment(defaults: Defaults): OfDeployment {
  try {
    return JSON.parse(defaults.get('GATEHOUSE_BRANDING') || '{}');
  } catch {
    return {};
  }
}

/** The style that is typed. A choice that is left to the deployment is empty. */
const stylesIn = (typed: Texts): Record<string, string> =>
  Object.fromEntries(
    ['corners', 'font', 'frame'].flatMap((name) => {
      const text = typed[`settings.branding.style.${name}`];
      return text ? [[name, text]] : [];
    }),
  );

type PreviewProps = { tenant: Tenant; typed: Texts; defaults: Defaults };

function Preview({ tenant, typed, defaults }: PreviewProps) {
  const name = typed['settings.branding.name']?.trim() || tenant.name;
  const common = ofDeployment(defaults);
  const { corners, font, frame } = { ...common.style, ...stylesIn(typed) };
  // As the pages have it (pages/ui/brand.ts).
  const look = {
    fontFamily: FONTS[font as Font],
    borderRadius: { square: '0', pill: '1.125rem' }[corners as string],
  };
  return (
    <section class="stack faces" aria-label={say('preview')}>
      {(['light', 'dark'] as const).map((mode) => {
        const at = `settings.branding.colors.${mode}`;
        const own = { accent: typed[`${at}.accent`] ?? '', background: typed[`${at}.background`] ?? '' };
        const palette = paletteOf(mode, own, common.colors?.[mode]);
        return (
          <Face
            key={mode}
            mode={mode}
            name={name}
            logo={tenant.logo}
            palette={palette}
            look={look}
            isFramed={frame !== 'none'}
          />
        );
      })}
    </section>
  );
}

type Look = { fontFamily: string | undefined; borderRadius: string | undefined };
type FaceProps = {
  mode: Mode;
  name: string;
  logo: Tenant['logo'];
  palette: Palette;
  look: Look;
  isFramed: boolean;
};

/** A picture of the page. Its colours are set by script, which the policy of the page allows. */
function Face({ mode, name, logo, palette: { accent, background }, look, isFramed }: FaceProps) {
  const ratio = contrast(accent, background);
  const isEnough = ratio >= LEAST_CONTRAST;
  // Rounded down: 4.499 is not 4.5.
  const shown = new Intl.NumberFormat(language.value, { minimumFractionDigits: 2 }).format(
    Math.floor(ratio * 100) / 100,
  );
  const text = textOn(background);
  return (
    <figure class="face">
      <div
        aria-hidden="true"
        class="face-page"
        style={{ ...look, background, color: text, borderColor: isFramed ? text : 'transparent' }}
      >
        <span class="row">
          {logo ? <img src={logo.url} alt="" height={32} /> : null}
          <b>{name}</b>
        </span>
        <span>{say('previewField')}</span>
        <span class="face-field" style={{ borderColor: text, borderRadius: look.borderRadius }} />
        <span
          class="face-button"
          style={{ background: accent, color: textOn(accent), borderRadius: look.borderRadius }}
        >
          {say('previewButton')}
        </span>
        <u style={{ color: accent }}>{labelOf('branding.links.privacy')}</u>
      </div>
      <figcaption class="row">
        <span>
          {say(mode)} · {say('contrast', { ratio: shown })}
        </span>
        <Badge tone={isEnough ? 'good' : 'wrong'}>{say(isEnough ? 'contrastEnough' : 'contrastLow')}</Badge>
      </figcaption>
    </figure>
  );
}

const MOST_BYTES = 32 * 1024;

/** Returns the file in base64. */
const encoded = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

function LogoPanel({ tenant: { id, logo, name } }: PartProps) {
  const input = useRef<HTMLInputElement>(null);
  const version = useSignal(0);
  const hint = useName();
  const upload = async (): Promise<void> => {
    const file = input.current?.files?.[0];
    if (!file) return;
    if (file.size > MOST_BYTES)
      throw new WrongField('image', say('logoTooLarge', { size: Math.ceil(file.size / 1024) }));
    await call('adminTenants.setLogo', { id, image: await encoded(file) });
    version.value++;
    toast(say('logoSet'));
  };
  return (
    <Panel title={say('logo')} lead={say('logoLead')}>
      {logo ? (
        <div class="row">
          <span class="row">
            <img class="logo" src={logo.url} alt={name} height={48} />
            <span class="hint">{say('size', { width: logo.width, height: logo.height })}</span>
          </span>
          <Act operation="adminTenants.removeLogo" input={{ id }} onDone={() => toast(say('logoGone'))}>
            {say('removeLogo')}
          </Act>
        </div>
      ) : (
        <p class="hint">{say('logoNone')}</p>
      )}
      {may('operate') && (
        <div class="narrow">
          <PlainForm key={version.value} send={upload} submit={say('upload')}>
            <div class="field">
              <label for={`${hint}-file`}>{say('logoFile')}</label>
              <input
                id={`${hint}-file`}
                ref={input}
                type="file"
                accept="image/png,image/jpeg,image/webp"
                aria-describedby={hint}
                required
              />
              <span class="hint" id={hint}>
                {say('logoHint')}
              </span>
            </div>
          </PlainForm>
        </div>
      )}
    </Panel>
  );
}
