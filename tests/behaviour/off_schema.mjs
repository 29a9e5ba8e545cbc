// off_schema.mjs PACKAGE MODE JSON: call every tool with every case through a TypeScript client, over stdio.
// Prints {"schemas": [tools with an output schema], "calls": n, "failed": [what went wrong]}.
const [pkg, mode, asked] = process.argv.slice(2);
const { command, tools, cases } = JSON.parse(asked);

const old = pkg.endsWith("/sdk");
const { Client } = await import(old ? `${pkg}/client/index.js` : pkg);
const { StdioClientTransport } = await import(old ? `${pkg}/client/stdio.js` : `${pkg}/stdio`);

const client = new Client(
  { name: "off-schema", version: "1" },
  old ? {} : { versionNegotiation: { mode } },
);
await client.connect(
  new StdioClientTransport({ command, args: ["-m", "shop_mcp"], env: process.env, stderr: "inherit" }),
);

const listed = (await client.listTools()).tools;
const schemas = listed.filter((tool) => tool.outputSchema).map((tool) => tool.name);
const failed = [];
let calls = 0;
for (const name of tools) {
  for (const each of cases) {
    calls += 1;
    try {
      const result = await client.callTool({ name, arguments: { case: each } });
      if (result.isError) failed.push(`${name} ${each}: ${JSON.stringify(result.content)}`);
    } catch (error) {
      failed.push(`${name} ${each}: ${error}`);
    }
  }
}
await client.close();
console.log(JSON.stringify({ schemas, calls, failed }));
