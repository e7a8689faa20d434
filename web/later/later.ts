import type { Role } from '#contract/grants.ts'
import { educationLater } from './education.ts'
import { administrators, type Later, of } from './later-row.ts'

const staff: readonly Role[] = ['administrator', 'admin', 'zxs']
const taxFolk: readonly Role[] = ['administrator', 'admin', 'zxs', 'personal']

/** Pages of the specification (section 2) whose content is still to come. */
export const laterList: readonly Later[] = [
  of(
    '/file-viewer/index',
    'byRole',
    { zh: '文件查看', en: 'File viewer' },
    {
      zh: '在浏览器里查看 PDF、Word、表格、图片和 OFD。',
      en: 'reading PDF, Word, spreadsheets, pictures and OFD in the browser.',
    },
  ),
  of(
    '/firm/knowledge/llmKnowledgeSwsDisk',
    'byRole',
    { zh: '事务所云盘', en: 'Firm cloud disk' },
    {
      zh: '全所共用的文件，按权限查看，保留版本。',
      en: 'files the firm shares, by permission, with versions.',
    },
  ),
  of(
    '/firm/disk/file',
    'byRole',
    { zh: '云盘文件', en: 'Disk files' },
    {
      zh: '云盘一个文件夹里的文件。',
      en: 'the files of one folder of the disk.',
    },
    { roles: staff, isTab: false },
  ),
  of(
    '/firm/userDisk',
    'byRole',
    { zh: '我的云盘', en: 'My cloud disk' },
    {
      zh: '只属于您自己的文件。',
      en: 'files that are yours alone.',
    },
  ),
  of(
    '/firm/userDisk/file',
    'byRole',
    { zh: '我的云盘文件', en: 'My disk files' },
    {
      zh: '我的云盘里一个文件夹的文件。',
      en: 'the files of one folder of your disk.',
    },
    { roles: ['zxs'] },
  ),
  of(
    '/firm/firmTools',
    'byRole',
    { zh: '工具箱', en: 'Toolbox' },
    {
      zh: '税额计算、金额大写、表格和 PDF 处理等日常工具。',
      en: 'everyday tools: tax calculators, amounts in words, work on sheets and PDF.',
    },
    { roles: taxFolk, excludeRoles: ['student'] },
  ),
  of(
    '/firm/trash',
    'byRole',
    { zh: '事务所回收站', en: 'Firm recycle bin' },
    {
      zh: '全所删除的企业、项目和文件，可以恢复。',
      en: 'what the firm has deleted, to be restored.',
    },
    { roles: administrators },
  ),
  of(
    '/firm/userTrash',
    'byRole',
    { zh: '我的回收站', en: 'My recycle bin' },
    {
      zh: '您删除的企业、项目和文件，可以恢复。',
      en: 'what you have deleted, to be restored.',
    },
    { roles: ['zxs'] },
  ),
  of(
    '/aiTools/excelToXlsx',
    'byRole',
    { zh: 'xls 批量转 xlsx', en: 'xls to xlsx, in batch' },
    {
      zh: '把一批 xls 文件转成 xlsx，保留格式。',
      en: 'turning xls files into xlsx, layout kept.',
    },
  ),
  of(
    '/aiTools/batchMergePdf',
    'byRole',
    { zh: '票据合并 PDF', en: 'Receipts into one PDF' },
    {
      zh: '把一批票据合并成一个 PDF，便于打印和归档。',
      en: 'merging receipts into one PDF to print and archive.',
    },
  ),
  of(
    '/work/process/leave/form/{processDefinitionId}',
    'byRole',
    { zh: '请假申请', en: 'Apply for leave' },
    {
      zh: '填写并提交请假单。',
      en: 'filling in and sending a request for leave.',
    },
  ),
  of(
    '/work/process/leave/handle/{taskId}/{processInstanceId}/{businessId}',
    'byRole',
    { zh: '请假审批', en: 'Handle leave' },
    {
      zh: '同意、退回或转办请假单。',
      en: 'approving, returning or passing on a request for leave.',
    },
  ),
  of(
    '/work/process/leave/detail/{processInstanceId}/{businessId}',
    'byRole',
    { zh: '请假详情', en: 'Leave' },
    {
      zh: '请假单和它的审批经过。',
      en: 'a request for leave and how it was handled.',
    },
  ),
  ...educationLater,
]

const shapeOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

/** The page to come at an address. */
export const laterAt = (pathname: string) => laterList.find(({ path }) => shapeOf(path).test(pathname))
