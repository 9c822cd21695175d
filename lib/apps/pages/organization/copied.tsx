// A text that a person copies into another system, with its title.
import { Copy } from '../ui/copy.tsx';

/** `of`: what the text belongs to, for the name of the button. */
export const Copied = ({ title, text, of }: { title: string; text: string; of: string }) => (
  <div class="row">
    <div class="about">
      <span class="hint">{title}</span>
      <bdi class="secret fact" dir="ltr">
        {text}
      </bdi>
    </div>
    <Copy text={text} name={`${title}, ${of}`} />
  </div>
);
