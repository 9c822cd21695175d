// The texts of the consent page in Brazilian Portuguese.
import type { ConsentWords } from './en.ts';

export const texts: ConsentWords = {
  allowTitle: 'Permitir o acesso de {host}?',
  continueTitle: 'Continuar para {name}?',
  unproven: 'O aplicativo se apresenta como “{name}”. Este serviço não verificou o nome.',
  unregistered: 'Este aplicativo não está registrado aqui. Só se conhece o endereço dele, {host}.',
  anyProgram:
    'Este aplicativo não está registrado aqui. Qualquer programa neste dispositivo pode se passar por {host}.',
  asksFor: 'Ele pede:',
  'scope-openid': 'Quem você é: o identificador da sua conta e da sua organização',
  'scope-profile': 'Seu nome, idioma e outros dados do seu perfil',
  'scope-email': 'Seu endereço de e-mail',
  'scope-phone': 'Seu número de telefone',
  'scope-offline_access': 'Acesso enquanto você está ausente, até que você o retire',
  'scope-account': 'Acesso total à sua conta, em seu nome',
  goesTo: 'Depois, seu navegador vai para {host}.',
  goesToDevice:
    'Depois, seu navegador abre um programa neste dispositivo ({host}). Continue somente se você mesmo iniciou este acesso.',
  allow: 'Permitir',
};
