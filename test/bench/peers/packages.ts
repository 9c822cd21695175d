// Lists what the peers are installed from. Versions are exact, so that two runs compare the same code.

export const PEERS = ['nest-auth', 'better-auth'] as const;
export type PeerName = (typeof PEERS)[number];
type Packages = Record<string, string>;

const PG: Packages = { pg: '8.23.1' };

/** The packages of each peer. `sqlite` are those that it needs where there is no PostgreSQL. */
export const PACKAGES: Record<PeerName, { version: string; packages: Packages; sqlite: Packages }> = {
  'nest-auth': {
    version: '@ackplus/nest-auth 2.11.1, NestJS 11.2.10, TypeORM 0.3.31',
    packages: {
      ...PG,
      '@ackplus/nest-auth': '2.11.1',
      '@nestjs/common': '11.2.10',
      '@nestjs/core': '11.2.10',
      '@nestjs/event-emitter': '3.1.0',
      '@nestjs/platform-express': '11.2.10',
      '@nestjs/swagger': '11.4.7',
      '@nestjs/typeorm': '11.0.3',
      'class-transformer': '0.5.1',
      'class-validator': '0.14.4',
      express: '5.3.0',
      'reflect-metadata': '0.2.2',
      rxjs: '7.8.2',
      typeorm: '0.3.31',
    },
    sqlite: { 'better-sqlite3': '12.11.1' },
  },
  'better-auth': { version: 'better-auth 1.7.7', packages: { ...PG, 'better-auth': '1.7.7' }, sqlite: {} },
};
