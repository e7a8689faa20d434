/** What the store refuses, what its jobs say they do, and what it tells administrators. */
export const storageTexts = {
  fileDamaged: {
    zh: '文件内容已损坏，为避免给出错误内容，不能读取；请联系管理员从备份恢复，或重新上传原文件',
    en: 'The stored content is damaged and is not handed out; ask your administrator to bring it back from a backup, or upload the file again',
  },
  fileLost: {
    zh: '文件内容在存储中已丢失；请联系管理员从备份恢复，或重新上传原文件',
    en: 'The content is missing in the storage; ask your administrator to bring it back from a backup, or upload the file again',
  },
  fileKeyLost: {
    zh: '文件已加密，而密钥无法打开；请把与本数据库对应的 secrets.json 从备份恢复',
    en: 'The file is encrypted and its key cannot be opened; bring back the secrets.json that belongs to this database',
  },
  fileInfected: {
    zh: '“{name}”含有病毒 {virus}，已拒绝；请在本机查杀后重新上传',
    en: '“{name}” carries the virus {virus} and was refused; clean it on your computer and upload it again',
  },
  contentInfected: {
    zh: '该文件被查出病毒 {virus}，已停止下载；请联系管理员',
    en: 'The virus {virus} was found in this file, so it is not handed out; please tell your administrator',
  },
  fileDisguised: {
    zh: '“{name}”实际是可执行程序，不能作为文档上传',
    en: '“{name}” is really a program and cannot be uploaded as a document',
  },
  scannerAway: {
    zh: '病毒扫描服务暂时无法使用，按设置不能接收文件，请稍后重试或联系管理员',
    en: 'The virus scanner is away, and files are not taken in without it; try again later or tell your administrator',
  },
  scannerAddress: {
    zh: '扫描服务地址应为 unix:/路径 或 主机:端口，主机须为本机或列在 DIGAO_OUTBOUND 中',
    en: 'The scanner’s address must be unix:/path or host:port, the host being this machine or listed in DIGAO_OUTBOUND',
  },
  storeName: { zh: '请输入存储名称', en: 'Please enter a name' },
  storeNameTaken: { zh: '存储名称已存在', en: 'There is a store of this name' },
  storeFolder: {
    zh: '目录须位于环境变量 DIGAO_STORE_FOLDERS 列出的目录之内，且不与其他存储相同',
    en: 'The folder must lie in one that DIGAO_STORE_FOLDERS lists, and be no other store’s',
  },
  storeBucket: { zh: '请输入存储桶名称', en: 'Please enter the bucket' },
  storeBucketTaken: { zh: '另一个存储已在使用该存储桶', en: 'Another store uses this bucket' },
  storeEndpoint: {
    zh: '地址须为公网 https 地址；内网或 http 地址须列在 DIGAO_OUTBOUND 中',
    en: 'The endpoint must be a public https address; private or http ones must be listed in DIGAO_OUTBOUND',
  },
  storeSecret: { zh: '请输入访问密钥和密钥口令', en: 'Please enter the access key and its secret' },
  storeFixed: {
    zh: '存储的位置不能修改；请新增一个存储，再迁移文件',
    en: 'Where a store lies cannot be changed; add another one and move the files',
  },
  storeInUse: {
    zh: '“{name}”仍在使用（{why}），不能移除',
    en: '“{name}” is in use ({why}) and cannot be removed',
  },
  storeHoldsFiles: { zh: '其中还有文件', en: 'files lie there' },
  storeChosen: { zh: '新文件存放于此', en: 'new files go there' },
  storeGone: {
    zh: '文件所在的存储已不存在，请联系管理员',
    en: 'The store of this file is gone; please tell your administrator',
  },
  storeAway: {
    zh: '文件存储的磁盘未挂载或不可用，文件没有写入；请联系管理员挂载后重试',
    en: 'The disk that files are stored on is not mounted, so nothing was written; ask your administrator to mount it, then try again',
  },
  careRuns: {
    zh: '同类任务正在进行，请等待其完成或先取消',
    en: 'Such a job is running; wait for it or cancel it first',
  },
  stepScrub: {
    zh: '正在校验租户 {tenant} 的文件，已校验 {count} 个',
    en: 'Checking files of tenant {tenant}, {count} so far',
  },
  stepSettle: { zh: '正在迁移，已完成 {count} / {of} 个', en: 'Moving, {count} of {of} done' },
  stepRescan: { zh: '正在扫描病毒，已扫描 {count} 个', en: 'Looking for viruses, {count} so far' },
  damagedTitle: { zh: '发现损坏的文件', en: 'Damaged files were found' },
  damagedBody: {
    zh: '“{name}”的内容与校验值不符或已丢失，已停止下载。请从备份恢复或重新上传。',
    en: '“{name}” is missing or not what was stored, and is no longer handed out. Bring it back from a backup or upload it again.',
  },
  infectedTitle: { zh: '发现带病毒的文件', en: 'A virus was found' },
  infectedBody: {
    zh: '“{name}”被查出病毒 {virus}，已停止下载。',
    en: 'The virus {virus} was found in “{name}”; it is no longer handed out.',
  },
} as const
