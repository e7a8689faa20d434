import { Button } from 'antd'
import { type Enterprise, enterprise } from '#contract/enterprise.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import type { Column } from '#web/kit/DataTable.tsx'
import { Money } from '#web/kit/Money.tsx'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { useShownName } from '../firm/own-firm.ts'
import { riskTone, statusTone, useClientDicts } from './client-words.ts'
import { type Edition, useMayClient } from './may-client.ts'
import { texts } from './texts.ts'

type Actions = {
  onEnter: (row: Enterprise) => void
  onShow: (row: Enterprise) => void
  onEdit: (row: Enterprise) => void
}

/** The columns of a list of clients; most wait in the column drawer. Keys are those of the export. */
export function useClientColumns({ edition, ...actions }: Actions & { edition: Edition }): Column<Enterprise>[] {
  const t = useTexts(texts)
  const shownName = useShownName()
  const dicts = useClientDicts()
  const separator = t('listSeparator')
  const plain = (key: keyof Enterprise & keyof typeof texts, width: number): Column<Enterprise> => ({
    key,
    title: t(key),
    width,
    cut: true,
    hidden: true,
  })
  const people: Column<Enterprise>[] = [
    { key: 'ownerName', title: t('owner'), width: 92, cut: true, sortable: true },
    {
      key: 'memberNames',
      title: t('members'),
      width: 160,
      cut: true,
      hidden: true,
      render: (row) => row.memberNames.join(separator),
    },
  ]
  return [
    {
      key: 'enterpriseName',
      title: t('enterpriseName'),
      sortable: true,
      cut: true,
      render: (row) => shownName(row.enterpriseName),
    },
    { key: 'creditCode', title: t('creditCodeShort'), width: 184 },
    {
      key: 'taxpayerType',
      title: t('taxpayerType'),
      width: 128,
      cut: true,
      render: (row) => dicts.taxpayerType.label(row.taxpayerType),
    },
    {
      key: 'industrySection',
      title: t('industrySection'),
      width: 144,
      cut: true,
      render: (row) => dicts.industrySection.label(row.industrySection),
    },
    ...(edition === 'firm' ? people : []),
    {
      key: 'status',
      title: t('status'),
      width: 92,
      render: (row) => <StatusTag tone={statusTone[row.status]}>{t(row.status)}</StatusTag>,
    },
    {
      key: 'projectCount',
      title: t('projects'),
      width: 84,
      align: 'right',
      render: ({ projectCount }) => projectCount || '—',
    },
    { ...plain('accountingStandard', 168), render: (row) => t(row.accountingStandard) },
    plain('industry', 140),
    {
      key: 'taxTypes',
      title: t('taxTypes'),
      width: 220,
      cut: true,
      hidden: true,
      render: (row) => row.taxTypes.map(dicts.taxType.label).join(separator),
    },
    { ...plain('taxCreditGrade', 96), render: (row) => dicts.taxCreditGrade.label(row.taxCreditGrade) },
    { ...plain('category', 110), render: (row) => dicts.category.label(row.category) },
    {
      ...plain('riskLevel', 92),
      render: ({ riskLevel }) =>
        riskLevel && <StatusTag tone={riskTone(riskLevel)}>{dicts.riskLevel.label(riskLevel)}</StatusTag>,
    },
    { ...plain('tags', 160), render: (row) => row.tags.join(separator) },
    plain('legalRepresentative', 110),
    {
      key: 'registeredCapital',
      title: t('registeredCapital'),
      width: 150,
      amount: true,
      hidden: true,
      render: (row) => <Money value={row.registeredCapital} />,
    },
    plain('establishDate', 112),
    plain('taxAuthority', 180),
    plain('contact', 92),
    plain('phone', 130),
    plain('address', 220),
    plain('remark', 220),
    { key: 'createUserName', title: t('creator'), width: 110, cut: true, hidden: true },
    { key: 'createTime', title: t('createTime'), sortable: true, width: 172, hidden: true },
    { key: 'updateTime', title: t('updateTime'), sortable: true, width: 172, hidden: true },
    {
      key: 'actions',
      title: t('actions'),
      width: 214,
      fixed: 'end',
      render: (row) => <RowActions row={row} {...actions} />,
    },
  ]
}

function RowActions({ row, onEnter, onShow, onEdit }: Actions & { row: Enterprise }) {
  const t = useTexts(texts)
  const { may } = useMayClient()
  const confirm = useConfirmDanger()
  const shownName = useShownName()
  const remove = useCommand(enterprise.remove)
  const destroy = async () => {
    if (!(await confirm({ says: t('deleteSure', { name: shownName(row.enterpriseName) }), ok: t('delete') }))) return
    // A refusal was said in a toast; the row stays.
    await remove.mutateAsync({ ids: row.id }).then(
      () => say(t('deleted')),
      () => undefined,
    )
  }
  const buttons = [
    ['enterprise.enter', t('enter'), () => onEnter(row)],
    ['enterprise.view', t('details'), () => onShow(row)],
    ['enterprise.edit', t('edit'), () => onEdit(row)],
    ['enterprise.delete', t('delete'), () => void destroy()],
  ] as const
  return (
    <span
      className="row-actions"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      role="presentation"
    >
      {buttons.map(
        ([grant, label, act]) =>
          may(grant, row) && (
            <Button key={grant} type="link" size="small" onClick={act}>
              {label}
            </Button>
          ),
      )}
    </span>
  )
}
