// Everything that a screen is made of: `import { Screen, Table, useRead } from '../kit.ts'`. Screens import nothing else
// of the console but their texts. So all of it is one file for browsers, and a screen is only what is its own.
export { asError, base, pageUrl } from '../kit/base.ts';
export { call, lastChange } from './core/call.ts';
export { asCurl, asTypeScript } from './core/code.ts';
export { type Command, useCommands } from './core/commands.ts';
export { asCsv, saveCsv } from './core/csv.ts';
export { type Duty, isOfDeployment, may } from './core/duties.ts';
export { explain, fieldOf, invalid } from './core/explain.ts';
export type { Call, InputOf, OperationName, ReplyOf } from './core/operations.ts';
export { type Read, refresh, useRead } from './core/resource.ts';
export { navigate, path, query, setQuery, urlOf } from './core/router.ts';
export { saveFile } from './core/save.ts';
export { begin, leave, type Me, me, mustEnrol, signOut } from './core/session.ts';
export { Act } from './ui/act.tsx';
export { BarChart, type Series } from './ui/chart.tsx';
export { Code, copy } from './ui/code.tsx';
export { Chips, Combobox, type Pick } from './ui/combobox.tsx';
export { Confirm, Dialog } from './ui/dialog.tsx';
export { ChoiceFilter, SearchFilter } from './ui/filter.tsx';
export {
  Check,
  Field,
  Form,
  type Option,
  OtpField,
  PlainForm,
  Select,
  TextArea,
  type Values,
} from './ui/form.tsx';
export { Icon } from './ui/icons.tsx';
export { Link } from './ui/link.tsx';
export { Menu, type MenuItem } from './ui/menu.tsx';
export { CursorPager, NumberPager } from './ui/pager.tsx';
export { Problem, Reference } from './ui/problem.tsx';
export { Badge, EmptyState, Facts, Panel, Screen, Skeleton } from './ui/screen.tsx';
export { type Column, Table, useSelection } from './ui/table.tsx';
export { Tabs } from './ui/tabs.tsx';
export { exact, relative, Time } from './ui/time.tsx';
export { toast, toastProblem } from './ui/toast.tsx';
export { common, language, number, partOf } from './words/index.ts';
