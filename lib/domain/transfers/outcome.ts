// Defines what becomes of a line of an import.
import type { ImportCode } from '../../contract/groups/admin-transfers.ts';
import type { Reply } from '../../contract/index.ts';

export type Outcome = Omit<Reply<'POST /auth/admin/api/transfers/import'>['results'][number], 'sourceId'>;

/** Why a line is refused. It concerns no other line. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: ImportCode;

  constructor(code: ImportCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const refuse = (code: ImportCode, message: string): never => {
  throw new Refused(code, message);
};
