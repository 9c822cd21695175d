// The texts of the page that admins come back to from the identity provider, in Brazilian Portuguese.
import type { en } from '../../en/signed-in.ts';

export const texts: Record<keyof typeof en, string> = {
  title: 'Entrando',
  lead: 'O provedor de identidade reconhece você. Falta uma etapa.',
  stranger: 'Você não é administrador aqui',
  strangerLead:
    'Nenhum administrador tem esta conta, ou o provedor não verificou o endereço dela. Peça um convite a um proprietário da instalação, aceite-o e depois entre com o provedor.',
  over: 'Este acesso terminou',
  overLead: 'Ele demorou mais de dez minutos, já foi usado ou começou em outro navegador. Comece de novo.',
  refused: 'O provedor de identidade não permitiu sua entrada',
  refusedLead: 'Talvez você tenha cancelado lá. Comece de novo; se continuar, avise quem opera esta instalação.',
  toSignIn: 'Entrar com uma senha',
};
