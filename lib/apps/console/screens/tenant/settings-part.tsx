// A part of a tenant that is nothing but settings.
import { SettingForm } from './setting-form.tsx';
import { type SettingPart, settingsOf } from './settings.ts';
import type { PartProps } from './words.ts';

/** Returns the component of a part: one form for each of its settings, because the service replaces each as a whole. */
export const settingsPart =
  (part: SettingPart) =>
  ({ tenant }: PartProps) => (
    <>
      {settingsOf(part).map((name) => (
        <SettingForm key={name} tenant={tenant} name={name} />
      ))}
    </>
  );
