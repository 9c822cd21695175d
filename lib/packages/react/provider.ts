// Provides the session of one client to the components below it.
import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react';
import { type ClientOptions, type CurrentSession, createUserClient, type UserClient } from '../client/index.ts';
import { createStore, type Store } from './store.ts';

/** The store of the components below. Custom elements provide one for all of a page. */
export const StoreContext = createContext<Store | undefined>(undefined);

/** The properties of `GatehouseProvider`. */
export type GatehouseProviderProps = {
  /** A client, or the options to create one with. It is read once. */
  client: UserClient | ClientOptions;
  /**
   * What `readSession` has returned on the server: a session, or `null` for a visitor. The page then renders without a
   * request, and equally on both sides. `undefined`: the browser finds out.
   */
  initialSession?: CurrentSession | null | undefined;
  children?: ReactNode;
};

/** Holds the session for all components below it. An application has one. */
export function GatehouseProvider({ client, initialSession, children }: GatehouseProviderProps): ReactElement {
  const [store] = useState(() =>
    createStore('subscribe' in client ? client : createUserClient(client), initialSession),
  );
  useEffect(() => store.start(), [store]);
  return createElement(StoreContext.Provider, { value: store }, children);
}

/** Returns the store of the provider above. */
export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error('There is no GatehouseProvider above this component.');
  return store;
}
