/** What the recycle bin may say. */
export const trashTexts = {
  trashGone: {
    zh: '“{name}”已被他人恢复或彻底删除，请刷新',
    en: '“{name}” has been restored or removed for good by somebody else; please refresh',
  },
  trashSomeGone: {
    zh: '所选内容已被恢复或彻底删除，请刷新',
    en: 'What was chosen has been restored or removed for good; please refresh',
  },
  trashFirm: { zh: '只有管理员可以查看全所的回收站', en: 'Only administrators see the recycle bin of the firm' },
  trashHeldArchived: {
    zh: '“{name}”属于已归档的业务档案，依法保存至 {until}，在此之前不能彻底删除',
    en: '“{name}” belongs to an archived engagement and is kept by law until {until}; it cannot be removed before that',
  },
  trashHeldLegal: {
    zh: '“{name}”已被设为依法保留，请先由管理员解除',
    en: '“{name}” is under legal hold; an administrator lifts it first',
  },
  trashHeldInUse: {
    zh: '“{name}”仍被其他内容使用，暂不能彻底删除；那些内容彻底删除后即可',
    en: '“{name}” is still used by something else and cannot be removed until that is',
  },
  trashNothing: { zh: '没有可以彻底删除的内容', en: 'There is nothing that can be removed for good' },
  trashProjectGone: {
    zh: '它所在的项目“{project}”已删除，请先恢复该项目',
    en: 'Its project “{project}” is deleted; restore the project first',
  },
  trashProjectPurged: {
    zh: '它所在的项目已被彻底删除，无法恢复到原处',
    en: 'Its project has been removed for good; it cannot be put back',
  },
  trashBaseGone: {
    zh: '它所在的知识库“{base}”已删除，请先恢复该知识库',
    en: 'Its knowledge base “{base}” is deleted; restore the base first',
  },
  trashSameCode: {
    zh: '统一社会信用代码 {code} 已被另一家企业使用，请先修改那家企业',
    en: 'The credit code {code} is now used by another enterprise; change that one first',
  },
  trashSameFile: {
    zh: '项目中已有内容相同的文件“{name}”，无需恢复',
    en: 'The project already holds the same file as “{name}”; there is no need to restore this one',
  },
  trashNoFolders: { zh: '只有云盘中的内容可以恢复到别处', en: 'Only what was in a disk can be put elsewhere' },
  trashRestoreTitle: { zh: '恢复已删除的内容', en: 'Restoring deleted things' },
  trashPurgeTitle: { zh: '彻底删除', en: 'Removing for good' },
  stepTrash: { zh: '已处理 {done} 项，共 {of} 项', en: '{done} of {of} done' },
} as const
