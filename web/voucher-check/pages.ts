import type { Text } from '#contract/texts.ts'
import { only, page, type PageRoute } from '../shell/page-route.ts'

const voucherCheck: Text = { zh: '凭证检查', en: 'Voucher check' }

/** Vouchers of a project checked by rule and by sample. */
export const voucherCheckPages: readonly PageRoute[] = [
  only(
    ['administrator', 'admin', 'zxs', 'personal'],
    page(
      '/voucher-check/index',
      voucherCheck,
      'project',
      async () => (await import('./VoucherCheckPage.tsx')).VoucherCheckPage,
    ),
  ),
]
