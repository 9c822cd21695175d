// Serves @ackplus/nest-auth as its documentation sets it up: isolated tenants, sessions in the database, tokens in headers.
import 'reflect-metadata';
import nestAuth from '@ackplus/nest-auth';
import common from '@nestjs/common';
import core from '@nestjs/core';
import events from '@nestjs/event-emitter';
import typeorm from '@nestjs/typeorm';
import { emptyDatabase, fastHash, fastVerify, POOL, ready } from './support.mjs';

const { url, file, drop } = await emptyDatabase('nest_auth');
const where = url ? { type: 'postgres', url, extra: { max: POOL } } : { type: 'better-sqlite3', database: file };
const SECRET = 'only-for-the-benchmark-0123456789abcdef';

class AppModule {}
common.Module({
  imports: [
    events.EventEmitterModule.forRoot(),
    typeorm.TypeOrmModule.forRoot({ ...where, entities: [...nestAuth.NestAuthEntities], synchronize: true }),
    typeorm.TypeOrmModule.forFeature([...nestAuth.NestAuthEntities]),
    nestAuth.NestAuthModule.forRoot({
      appName: 'Bench',
      session: { storageType: 'database', accessTokenType: 'header', jwt: { secret: SECRET } },
      emailAuth: { enabled: true },
      mfa: { enabled: true, methods: ['totp', 'email'] },
      tenant: { enabled: true, mode: 'isolated' },
      adminConsole: { enabled: true, secretKey: SECRET },
      security: { rateLimit: { enabled: false }, lockout: { enabled: false } },
      password: { hash: fastHash, verify: fastVerify },
    }),
  ],
})(AppModule);

const app = await core.NestFactory.create(AppModule, { logger: false });
app.useGlobalPipes(new common.ValidationPipe({ transform: true }));
app.useGlobalFilters(new nestAuth.AuthExceptionFilter());
const tenant = await app.get(nestAuth.TenantService).createTenant({ name: 'Bench', slug: 'bench' });
await app.listen(0, '127.0.0.1');
ready(app.getHttpServer().address().port, drop, { tenantId: tenant.id });
