// Exports what apps use: `new Gatehouse(this, 'Auth', { sender })`.
export type { EventName } from '../server/events.ts';
export type { DeliveryOptions, EventFilter, TargetOptions } from './events.ts';
export { Gatehouse } from './gatehouse.ts';
export type { GatehouseProps } from './props.ts';
export type { SettingProperties } from './setting-properties.ts';
